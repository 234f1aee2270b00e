/** Style properties set one by one: the page's security policy forbids `style` attributes. */
import { Directive, directive, type ElementPart, type PartInfo, PartType } from "lit/directive.js";

type Properties = Readonly<Record<string, string>>;

class Look extends Directive {
  private before: Properties = {};

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("look() belongs into an element's tag");
  }

  render(_properties: Properties): void {}

  override update(part: ElementPart, [properties]: [Properties]): void {
    const { style } = part.element as HTMLElement;
    for (const name of Object.keys(this.before)) if (!(name in properties)) style.removeProperty(name);
    for (const [name, value] of Object.entries(properties)) {
      if (this.before[name] !== value) style.setProperty(name, value);
    }
    this.before = properties;
  }
}

export const look = directive(Look);
