import { type TrustedTypePolicyName, trustedTypePolicies } from "#core/trustedTypes.ts";

/** Each returns what it lets through; null is refused. */
interface PolicyRules {
  createHTML?: (text: string) => string | null;
  createScriptURL?: (text: string) => string | null;
}

interface TrustedTypesFactory {
  createPolicy(name: string, rules: PolicyRules): { [rule in keyof PolicyRules]-?: (text: string) => string };
}

const factory = () => (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;

/** Makes a policy, once per page. Browsers without Trusted Types take the text as it is. */
export function createPolicy(name: TrustedTypePolicyName, rules: PolicyRules) {
  return factory()?.createPolicy(name, rules) ?? { createHTML: asIs, createScriptURL: asIs };
}

const asIs = (text: string) => text;

/** Lets packages set text without markup; whatever could become an element is refused. Call before anything is rendered. */
export function acceptPlainText(): void {
  createPolicy(trustedTypePolicies.packages, { createHTML: withoutMarkup });
}

export const withoutMarkup = (text: string) => (text.includes("<") ? null : text);

const workers = ["/calendar.js", "/service-worker.js"] as const;

let workerPolicy: ReturnType<typeof createPolicy> | undefined;

/** The address of one of our workers, in the form that browsers ask for. */
export function workerUrl(path: (typeof workers)[number]): string {
  workerPolicy ??= createPolicy(trustedTypePolicies.workers, { createScriptURL: ownWorker });
  return workerPolicy.createScriptURL(path);
}

export const ownWorker = (path: string) => workers.find((worker) => worker === path) ?? null;
