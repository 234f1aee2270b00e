/** Looks again every so often, as long as the page is there and somebody sees it. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class LookingAgain implements ReactiveController {
  private timer = 0;

  constructor(
    host: ReactiveControllerHost,
    private readonly look: () => void,
    private readonly every: number,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.timer = window.setInterval(() => {
      if (!document.hidden) this.look();
    }, this.every);
  }

  hostDisconnected(): void {
    window.clearInterval(this.timer);
  }
}
