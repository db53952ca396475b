import { onDemand } from "#core/web/onDemand.tsx";

export { InvitationCards } from "./InvitationCards.tsx";

export const InviteDialog = onDemand(() => import("./InviteDialog.tsx"), "InviteDialog");
