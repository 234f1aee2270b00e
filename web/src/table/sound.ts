/** Small noises, made on the spot and low; none before the first click, nor where the player has switched them off. */
import { preferences } from "../app/preferences.js";

let context: AudioContext | undefined;

function audio(): AudioContext | null {
  if (!preferences().sound || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  return context;
}

/** A click of bone on wood: a burst of noise that dies at once. */
function click(at: AudioContext, when: number, loudness: number): void {
  const length = Math.floor(at.sampleRate * 0.03);
  const buffer = at.createBuffer(1, length, at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const source = at.createBufferSource();
  source.buffer = buffer;
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 1700 + Math.random() * 1300;
  const gain = at.createGain();
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(at.destination);
  source.start(when);
}

export function rattle(): void {
  const at = audio();
  if (!at) return;
  for (let i = 0; i < 6; i++) click(at, at.currentTime + i * 0.07 + Math.random() * 0.03, 0.16 * (1 - i / 8));
}

/** A shot far off: a low thump. */
export function thump(): void {
  const at = audio();
  if (!at) return;
  const tone = at.createOscillator();
  const gain = at.createGain();
  tone.frequency.setValueAtTime(130, at.currentTime);
  tone.frequency.exponentialRampToValueAtTime(45, at.currentTime + 0.18);
  gain.gain.setValueAtTime(0.12, at.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, at.currentTime + 0.28);
  tone.connect(gain).connect(at.destination);
  tone.start();
  tone.stop(at.currentTime + 0.3);
}

/** Your decision. */
export function chime(): void {
  const at = audio();
  if (!at) return;
  const tone = at.createOscillator();
  const gain = at.createGain();
  tone.frequency.value = 660;
  gain.gain.setValueAtTime(0.04, at.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, at.currentTime + 0.35);
  tone.connect(gain).connect(at.destination);
  tone.start();
  tone.stop(at.currentTime + 0.36);
}
