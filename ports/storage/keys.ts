const keyPattern = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/** Returns a valid key; throws for one that could escape its folder or that a file system could misread. */
export function checkedKey(key: string): string {
  if (key.length > 512 || !keyPattern.test(key)) throw new Error(`"${key.slice(0, 80)}" is not a key of the storage`);
  return key;
}
