/** The painted map as part of the page.
 *
 * The picture comes from the server as SVG with a style sheet inside. The page's security policy forbids style
 * elements and attributes, so both are taken out and handed to the browser as objects. That also lets a theme
 * repaint the map.
 */

export interface MapPicture {
  readonly svg: SVGSVGElement;
  readonly styles: CSSStyleSheet;
}

export class BadPicture extends Error {}

export function readPicture(text: string): MapPicture {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg") throw new BadPicture("The map's picture could not be read.");
  const styles = new CSSStyleSheet();
  const written: string[] = [];
  for (const style of root.querySelectorAll("style")) {
    written.push(style.textContent ?? "");
    style.remove();
  }
  styles.replaceSync(written.join("\n"));
  const inline: [string, string][] = [];
  for (const element of root.querySelectorAll("[style]")) {
    const key = String(inline.length);
    inline.push([key, element.getAttribute("style") ?? ""]);
    element.removeAttribute("style");
    element.setAttribute("data-styled", key);
  }
  root.querySelector("title")?.remove();
  root.removeAttribute("role");
  const svg = document.importNode(root, true) as unknown as SVGSVGElement;
  for (const [key, css] of inline) {
    const element = svg.querySelector<SVGElement>(`[data-styled="${key}"]`);
    if (element) element.style.cssText = css;
  }
  return { svg, styles };
}

/** Other ways to paint the map: for weak eyes, bright rooms and bad projectors. */
const REPAINTED = `
:host([map="pale"]) .dfl .meadow{fill:#dfe3c8}
:host([map="pale"]) .dfl .ground ellipse{display:none}
:host([map="pale"]) .dfl .canopy{fill:#8fae7c;stroke:#8fae7c}
:host([map="pale"]) .dfl .canopy-rim{stroke:#4f7040}
:host([map="pale"]) .dfl .crowns{opacity:.28}
:host([map="pale"]) .dfl .name{fill:#2c3120;stroke:none}
:host([map="pale"]) .dfl .fields{opacity:.62}
:host([map="contrast"]) .dfl .meadow{fill:#fff}
:host([map="contrast"]) .dfl .ground ellipse,:host([map="contrast"]) .dfl .tufts{display:none}
:host([map="contrast"]) .dfl .canopy{fill:#0a5c2c;stroke:#000}
:host([map="contrast"]) .dfl .canopy-rim{stroke:#000;stroke-width:4}
:host([map="contrast"]) .dfl .crowns{opacity:.35}
:host([map="contrast"]) .dfl .lines{stroke:#000;stroke-opacity:.9;stroke-width:1.4}
:host([map="contrast"]) .dfl .eaves{stroke:#000;stroke-width:4}
:host([map="contrast"]) .dfl .name{fill:#000;stroke:#fff;stroke-opacity:1;font-size:11px;font-weight:800}
:host([no-grid]) .dfl .grid{display:none}
:host([no-names]) .dfl .names{display:none}
:host([no-centres]) .dfl .centres{display:none}
`;

let repainted: CSSStyleSheet | undefined;

export function repaint(): CSSStyleSheet {
  if (!repainted) {
    repainted = new CSSStyleSheet();
    repainted.replaceSync(REPAINTED);
  }
  return repainted;
}
