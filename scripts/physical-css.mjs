/**
 * A PostCSS plugin that replaces logical properties by physical ones, because both languages run from left to right.
 * Without it, Lightning CSS guards each lowered rule with a list of all right-to-left languages in `:is()`. That
 * trebles the file, and old browsers ignore the complete rules.
 */
export const physicalCss = { postcssPlugin: 'physical-css', Declaration: toPhysical };

function toPhysical(declaration) {
  const { prop, value } = declaration;
  if (/^(transition|transition-property|will-change)$/.test(prop)) {
    const physical = value.replace(/[\w-]+/g, physicalName);
    if (physical !== value) declaration.value = physical;
    return;
  }
  const pair = longhands(prop);
  if (pair) {
    // A border shorthand has one value for both sides. Other properties may have two.
    const [start, end = start] = /^border-(block|inline)$/.test(prop) ? [value] : value.match(words);
    declaration.cloneBefore({ prop: pair[0], value: start });
    declaration.cloneBefore({ prop: pair[1], value: end });
    declaration.remove();
  } else if (physicalName(prop) !== prop) {
    declaration.prop = physicalName(prop);
  }
}

/** Matches the parts of a value between spaces. Brackets stay together. */
const words = /(?:[^\s(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g;

const sides = { 'block-start': 'top', 'block-end': 'bottom', 'inline-start': 'left', 'inline-end': 'right' };

const physicalName = (name) =>
  name
    .replace(/^(min-|max-)?inline-size$/, '$1width')
    .replace(/^(min-|max-)?block-size$/, '$1height')
    .replace(/^inset-((?:block|inline)-(?:start|end))$/, (_, side) => sides[side])
    .replace(
      /^((?:scroll-)?(?:margin|padding)|border)-((?:block|inline)-(?:start|end))(?=$|-)/,
      (_, box, side) => `${box}-${sides[side]}`,
    )
    .replace(
      /^border-(start|end)-(start|end)-radius$/,
      (_, block, inline) => `border-${sides[`block-${block}`]}-${sides[`inline-${inline}`]}-radius`,
    );

/** Returns the two longhands of `margin-inline` and similar properties. */
function longhands(name) {
  const parts = /^((?:scroll-)?(?:margin|padding)|border|inset)-(block|inline)(-width|-style|-color)?$/.exec(name);
  if (!parts) return null;
  const [, box, axis, detail = ''] = parts;
  return ['start', 'end'].map((end) => physicalName(`${box}-${axis}-${end}${detail}`));
}
