import { crm } from "./crm.ts";
import { emailMarketing } from "./emailMarketing.ts";
import { marketingIntegrations } from "./marketingIntegrations.ts";
import { reputationManagement } from "./reputationManagement.ts";
import type { Service } from "./service.ts";
import { textMarketing } from "./textMarketing.ts";

/** The services, in menu order. */
export const services: readonly Service[] = [
  crm,
  emailMarketing,
  textMarketing,
  reputationManagement,
  marketingIntegrations,
];

/** The path of a service's page. */
export function pathOf({ slug }: Service): string {
  return `/services/${slug}`;
}
