import { type AnyNode, type ChildNode, Element, Text } from 'domhandler';
import { ElementType } from 'htmlparser2';

export const isElement = (node: AnyNode | null | undefined): node is Element => node instanceof Element;
export const isText = (node: AnyNode | null | undefined): node is Text => node instanceof Text;

export interface Visitor {
  /** Returns false to leave the element's subtree (and its `leave`) out. */
  readonly enter?: (element: Element) => boolean | undefined;
  readonly leave?: (element: Element) => void;
  readonly text?: (node: Text) => void;
}

const isTagType = (type: ElementType.ElementType): boolean =>
  type === ElementType.Tag || type === ElementType.Script || type === ElementType.Style;

/** Document order over the tree below `root`, without recursion. `root` itself is not visited. */
export const walk = (root: { readonly children: readonly ChildNode[] }, visitor: Visitor): void => {
  let node: ChildNode | null = root.children[0] ?? null;
  const limit = root as unknown;
  while (node) {
    let descends = false;
    // Reads the kind from a field: an `instanceof` for every node costs as much as the visit.
    if (node.type === ElementType.Text) visitor.text?.(node);
    else if (isTagType(node.type)) {
      // safe because only elements have these types
      const element = node as Element;
      if (visitor.enter?.(element) !== false) {
        if (element.children.length > 0) descends = true;
        else visitor.leave?.(element);
      }
    }
    if (descends) {
      node = (node as Element).children[0] ?? null;
      continue;
    }
    while (node && !node.next) {
      const parent: ChildNode | null = node.parent;
      if (!parent || parent === limit) return;
      visitor.leave?.(parent as Element);
      node = parent;
    }
    node = node?.next ?? null;
  }
};

/** Document order over an element and the tree below it. */
export const walkWhole = (element: Element, visitor: Visitor): void => {
  if (visitor.enter?.(element) === false) return;
  walk(element, visitor);
  visitor.leave?.(element);
};

/** Raw text below `root`, hidden parts included. */
export const rawText = (root: { readonly children: readonly ChildNode[] }): string => {
  const parts: string[] = [];
  walk(root, { text: (node) => void parts.push(node.data) });
  return parts.join('');
};
