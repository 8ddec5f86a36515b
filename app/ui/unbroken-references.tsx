const REFERENCE = /([A-Z]{2}-[0-9A-Z]{9})/;

/** A sentence whose references, such as OR-7K3M9Q2XA, stay in one line. */
export function UnbrokenReferences({ children }: { children: string }) {
  const parts = children.split(REFERENCE);
  if (parts.length === 1) return children;
  // Every second part is a reference.
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      <span className="num" key={part + String(at)}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
