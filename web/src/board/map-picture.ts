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

/** A picture's text without its styles, and the styles by themselves. Even a document that is only read, and not
 * shown, would have the browser complain of them. */
export function unstyled(text: string): { readonly svg: string; readonly styles: string } {
  const sheets: string[] = [];
  const svg = text
    .replace(/<style>([\s\S]*?)<\/style>/g, (_, sheet: string) => {
      sheets.push(sheet);
      return "";
    })
    .replace(/ style="([^"]*)"/g, ' data-styled="$1"');
  return { svg, styles: sheets.join("\n") };
}

export function readPicture(text: string): MapPicture {
  const plain = unstyled(text);
  const root = new DOMParser().parseFromString(plain.svg, "image/svg+xml").documentElement;
  if (root.localName !== "svg") throw new BadPicture("The map's picture could not be read.");
  root.querySelector("title")?.remove();
  root.removeAttribute("role");
  const svg = document.importNode(root, true) as unknown as SVGSVGElement;
  for (const element of svg.querySelectorAll<SVGElement>("[data-styled]")) {
    element.style.cssText = element.dataset.styled ?? "";
  }
  const styles = new CSSStyleSheet();
  styles.replaceSync(plain.styles);
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
