export interface LeftOut {
  readonly folder: string;
  readonly keep?: readonly string[];
  readonly only?: readonly string[];
}

export const leftOut: readonly LeftOut[];
export function leaveOut(): void;
