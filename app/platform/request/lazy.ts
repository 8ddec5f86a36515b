/** Makes a value at its first use, because what it is made of may not be known as the file loads. */
export function lazy<T>(make: () => T) {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
