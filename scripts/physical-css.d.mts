interface Declaration {
  prop: string;
  value: string;
  cloneBefore(changes: { prop: string; value: string }): unknown;
  remove(): unknown;
}

/** Replaces logical properties by physical ones, for pages that run from left to right. */
export const physicalCss: { postcssPlugin: string; Declaration(declaration: Declaration): void };
