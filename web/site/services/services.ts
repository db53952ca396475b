import { crm } from "./crm.ts";
import { emailMarketing } from "./emailMarketing.ts";
import { marketingIntegrations } from "./marketingIntegrations.ts";
import { reputationManagement } from "./reputationManagement.ts";
import type { SiteService } from "./service.ts";
import { textMarketing } from "./textMarketing.ts";

/** The services, in menu order. */
export const services: readonly SiteService[] = [
  crm,
  emailMarketing,
  textMarketing,
  reputationManagement,
  marketingIntegrations,
];

/** The path of a service's page. */
export function servicePath({ slug }: SiteService): string {
  return `/services/${slug}`;
}
