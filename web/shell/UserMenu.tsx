import { UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconLogout, IconSettings } from "@tabler/icons-react";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { mayLeave } from "#core/web/form/unsavedChanges.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { settingsPath, useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { useIsPrerendered } from "#core/web/loading/hydration.tsx";
import { DropMenu, type MenuOption } from "#core/web/menu/DropMenu.tsx";
import type { Session } from "#core/web/session/session.ts";
import { useLogout, useProfile } from "#domains/accounts/web/public.tsx";
import { hasUnsent, hasWaitingFiles } from "#domains/inbox/sync/web/unsentWork.ts";
import classes from "./Header.module.css";

const roleNames = { superadmin: "Administrator", dealer: "Owner", manager: "Manager", agent: "Agent" } as const;

/** What signing out would delete from this browser. */
function unsentWork(person: Session) {
  if (hasUnsent(localStorage, person)) return { what: "Texts", how: "wrote texts" };
  if (hasWaitingFiles(localStorage)) return { what: "Files", how: "chose files" };
  return undefined;
}

/** Asks before signing out deletes unsent texts or files from this browser. */
async function confirmSignOut(person: Session): Promise<boolean> {
  const unsent = unsentWork(person);
  if (!unsent) return true;
  return confirm({
    title: `${unsent.what} have not been sent yet`,
    text: `You ${unsent.how} that haven't been sent yet. If you sign out now, they'll be lost.`,
    action: "Sign out and discard them",
    danger: true,
  });
}

/** Who is signed in, with links to the settings and to sign out. */
export function UserMenu({ person }: { person: Session }) {
  const hasSettings = useHasScreen(settingsPath, person.user_type) && !person.visiting;
  const logout = useLogout();
  const image = useProfile().data?.user_image;
  const isPrerendered = useIsPrerendered();
  const name = `${person.first_name} ${person.last_name}`.trim();
  const settings: MenuOption = { label: "Settings", icon: IconSettings, to: settingsPath };
  const signOut: MenuOption = {
    label: "logout",
    icon: IconLogout,
    onClick: async () => {
      if ((await confirmSignOut(person)) && (await mayLeave())) logout.mutate({});
    },
    disabled: logout.isPending,
  };
  return (
    <DropMenu
      width={220}
      trigger={
        <UnstyledButton className={classes.user}>
          <Initials initials={person.user_name_initials} size={24} seed={isPrerendered ? "" : name} image={image} />
          <span>{name}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      }
      heading={
        <>
          <div className={classes.userName}>{name}</div>
          {roleNames[person.visiting ? "superadmin" : person.user_type]}
        </>
      }
      items={hasSettings ? [settings, signOut] : [signOut]}
    />
  );
}
