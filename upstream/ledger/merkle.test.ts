import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consistencyPath,
  foldNodes,
  inclusionPath,
  leafHash,
  nodeHash,
  nodesOf,
  type Range,
  verifyConsistency,
  verifyInclusion,
} from './merkle';

/** MTH as defined in RFC 9162, 2.1.1. */
function treeHash(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return createHash('sha256').digest();
  if (leaves.length === 1) return leaves[0] as Buffer;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}

/** Returns the hash of a range from its complete subtrees, as the log stores them. */
function rangeHash(leaves: Buffer[], range: Range): Buffer {
  return foldNodes(
    nodesOf(range).map(({ level, position }) =>
      treeHash(leaves.slice(position * 2 ** level, (position + 1) * 2 ** level)),
    ),
  );
}

const leavesOf = (size: number) => Array.from({ length: size }, (_, n) => leafHash(Buffer.from(`leaf ${n}`)));
const sizes = fc.integer({ min: 1, max: 200 });

describe('the tree', () => {
  it('has the hashes of the test vectors of RFC 6962', () => {
    // Eight leaves from the tests of the reference implementation, which RFC 9162 keeps.
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const leaves = inputs.map((hex) => leafHash(Buffer.from(hex, 'hex')));
    expect(leaves[0]?.toString('hex')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
    expect(rangeHash(leaves, { start: 0, size: 8 }).toString('hex')).toBe(
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    );
    expect(rangeHash(leaves, { start: 0, size: 7 }).toString('hex')).toBe(
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    );
  });

  it('is folded of complete subtrees to the hash that its definition gives', () => {
    fc.assert(
      fc.property(sizes, (size) => {
        const leaves = leavesOf(size);
        expect(rangeHash(leaves, { start: 0, size })).toEqual(treeHash(leaves));
      }),
    );
  });
});

describe('an inclusion proof', () => {
  it('leads from each leaf to the root, and from no other', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (size, at) => {
        const leaves = leavesOf(size);
        const index = at % size;
        const path = inclusionPath(index, { start: 0, size }).map((range) => rangeHash(leaves, range));
        const root = treeHash(leaves);
        const leaf = leaves[index] as Buffer;
        expect(verifyInclusion({ index, size }, leaf, path, root)).toBe(true);
        expect(verifyInclusion({ index, size }, leafHash(randomBytes(8)), path, root)).toBe(false);
        expect(verifyInclusion({ index, size }, leaf, path, leafHash(randomBytes(8)))).toBe(false);
        expect(verifyInclusion({ index, size }, leaf, [...path, root], root)).toBe(false);
        if (size > 1) expect(verifyInclusion({ index: (index + 1) % size, size }, leaf, path, root)).toBe(false);
        if (path.length > 0) expect(verifyInclusion({ index, size }, leaf, path.slice(1), root)).toBe(false);
      }),
    );
  });
});

describe('a consistency proof', () => {
  it('shows that a tree begins with an earlier one, and with no other', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (size, at) => {
        const leaves = leavesOf(size);
        const earlier = 1 + (at % size);
        const path = consistencyPath(earlier, size).map((range) => rangeHash(leaves, range));
        const old = { size: earlier, root: treeHash(leaves.slice(0, earlier)) };
        const now = { size, root: treeHash(leaves) };
        expect(verifyConsistency(old, now, path)).toBe(true);
        const rewritten = [...leaves];
        rewritten[at % earlier] = leafHash(randomBytes(8));
        const forged = consistencyPath(earlier, size).map((range) => rangeHash(rewritten, range));
        expect(verifyConsistency(old, { size, root: treeHash(rewritten) }, forged)).toBe(false);
        expect(verifyConsistency({ ...old, root: leafHash(randomBytes(8)) }, now, path)).toBe(false);
        if (path.length > 0) expect(verifyConsistency(old, now, path.slice(1))).toBe(false);
      }),
    );
  });
});
