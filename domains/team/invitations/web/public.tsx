import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";

export { InvitationCards } from "./InvitationCards.tsx";

export const InviteDialog = lazyDialog(() => import("./InviteDialog.tsx"), "InviteDialog");
