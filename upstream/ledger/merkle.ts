/** The Merkle tree of RFC 9162, section 2.1, over SHA-256. This file does not use the database. */
import { createHash } from 'node:crypto';

/** A range of leaves. Its hash is the hash of the tree over them. */
export interface Range {
  start: number;
  size: number;
}

/** A complete subtree of 2^level leaves, from leaf position · 2^level. */
export interface Node {
  level: number;
  position: number;
}

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** 2.1.1: returns the hash of a leaf. The prefix tells leaves from nodes. */
export const leafHash = (data: Uint8Array): Buffer => sha256(Buffer.of(0), data);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.of(1), left, right);

/** The largest power of two below `size`. */
function split(size: number): number {
  let k = 1;
  while (k * 2 < size) k *= 2;
  return k;
}

/** 2.1.3.1: returns the ranges whose hashes lead from leaf `index` to the root of the tree, from the leaf up. */
export function inclusionPath(index: number, { start, size }: Range): Range[] {
  if (size <= 1) return [];
  const k = split(size);
  const left = { start, size: k };
  const right = { start: start + k, size: size - k };
  return index < start + k ? [...inclusionPath(index, left), right] : [...inclusionPath(index, right), left];
}

/** 2.1.4.1: returns the ranges whose hashes show that a tree of `size` leaves begins with that of `earlier` leaves. */
export function consistencyPath(earlier: number, size: number): Range[] {
  return subProof(earlier, { start: 0, size }, true);
}

function subProof(earlier: number, { start, size }: Range, isWhole: boolean): Range[] {
  if (earlier === size) return isWhole ? [] : [{ start, size }];
  const k = split(size);
  const left = { start, size: k };
  const right = { start: start + k, size: size - k };
  if (earlier <= k) return [...subProof(earlier, left, isWhole), right];
  return [...subProof(earlier - k, right, false), left];
}

/** Returns the complete subtrees of a range, largest first. Ranges of paths start where their largest subtree may. */
export function nodesOf({ start, size }: Range): Node[] {
  const nodes: Node[] = [];
  for (let level = 52, at = start, left = size; level >= 0; level--) {
    const span = 2 ** level;
    if (left < span) continue;
    nodes.push({ level, position: at / span });
    at += span;
    left -= span;
  }
  return nodes;
}

/** Returns the hash of a range from the hashes of its nodes, in order. */
export function foldNodes(hashes: Uint8Array[]): Buffer {
  return hashes.reduceRight<Uint8Array | null>((right, left) => (right ? nodeHash(left, right) : left), null) as Buffer;
}

/** 2.1.3.2: returns whether the path leads from the leaf to the root. */
export function verifyInclusion(
  { index, size }: { index: number; size: number },
  leaf: Uint8Array,
  path: Uint8Array[],
  root: Uint8Array,
): boolean {
  if (index < 0 || index >= size) return false;
  let [fn, sn] = [index, size - 1];
  let hash = Buffer.from(leaf);
  for (const sibling of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHash(sibling, hash) as Buffer<ArrayBuffer>;
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      hash = nodeHash(hash, sibling) as Buffer<ArrayBuffer>;
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && hash.equals(root);
}

/** 2.1.4.2: returns whether the later tree begins with the earlier tree. */
export function verifyConsistency(
  earlier: { size: number; root: Uint8Array },
  later: { size: number; root: Uint8Array },
  path: Uint8Array[],
): boolean {
  if (earlier.size === 0 || earlier.size > later.size) return false;
  if (earlier.size === later.size) return path.length === 0 && Buffer.from(earlier.root).equals(later.root);
  const isPower = Number.isInteger(Math.log2(earlier.size));
  const [first, ...rest] = isPower ? [earlier.root, ...path] : path;
  if (!first) return false;
  let [fn, sn] = [earlier.size - 1, later.size - 1];
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  let [fr, sr] = [Buffer.from(first), Buffer.from(first)];
  for (const sibling of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = nodeHash(sibling, fr) as Buffer<ArrayBuffer>;
      sr = nodeHash(sibling, sr) as Buffer<ArrayBuffer>;
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      sr = nodeHash(sr, sibling) as Buffer<ArrayBuffer>;
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && fr.equals(earlier.root) && sr.equals(later.root);
}

// Positions exceed 2^31, and bit shifts would lose the higher bits.
const half = (n: number): number => Math.floor(n / 2);
