import { ProviderReturn } from "#core/web/layout/ProviderReturn.tsx";
import { reviewConnections } from "../contract.ts";
import { connectionTexts } from "./texts.ts";

/** Where the site sends the owner back to, who then chooses the business. */
export function ConnectedScreen() {
  return (
    <ProviderReturn
      texts={connectionTexts.returned}
      finish={reviewConnections.finish}
      invalidates={[reviewConnections.all]}
      path="/review-settings/connected"
      next={({ data }) => `/review-settings?choose=${data.site_id}`}
      back="/review-settings"
    />
  );
}
