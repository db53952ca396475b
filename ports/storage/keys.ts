const shape = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/** Refuses a key that could leave its folder or that some file system would take for something else. */
export function checkedKey(key: string): string {
  if (key.length > 512 || !shape.test(key)) throw new Error(`"${key.slice(0, 80)}" is not a key of the storage`);
  return key;
}
