/** What the selector builder reads of an element; a DOM `Element` has all of it. */
export interface PickNode {
  /** Tag name, in lower case for html. */
  readonly localName: string;
  readonly parentElement: PickNode | null;
  readonly children: ArrayLike<PickNode>;
  getAttribute(name: string): string | null;
}

/** The elements of the document that a selector finds, in page order. */
export type FindAll<Node extends PickNode> = (selector: string) => ArrayLike<Node>;
