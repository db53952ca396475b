import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  IconAddressBook,
  IconBuildingStore,
  IconMail,
  IconMessage,
  IconMoon,
  IconSettings,
  IconUpload,
} from "@tabler/icons-react";
import { allows } from "#core/people.ts";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { type ScreenDeclaration, useScreens } from "#core/web/layout/screenDeclaration.ts";
import { settingsPages } from "#core/web/layout/settingsPages.ts";
import type { Session } from "#core/web/session/session.ts";
import { useCanEach } from "#core/web/session/useCan.ts";
import { customers, minSearchLength } from "#domains/customers/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { inboxSearch } from "#domains/inbox/list/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import { switchLocation } from "#domains/locations/web/public.tsx";
import { invitations } from "#domains/team/invitations/contract.ts";
import { recentTargets } from "./recent.ts";
import { inGroups, matches, type Target } from "./targets.ts";

const mostPerGroup = 5;

/** What the typed text leads to, for this person's role; without text, what they jumped to last and the screens. */
export function useTargets(person: Session, query: string): { targets: Target[]; isSearching: boolean } {
  const fixed = [...useScreenTargets(person), ...useActionTargets(), ...useLocationTargets(person)];
  const found = useFoundTargets(person, query);
  const recent = query.trim() === "" ? recentTargets(localStorage, person) : [];
  const known = new Set(recent.map(({ to }) => to));
  const matching = fixed.filter((target) => matches(query, target) && !(target.to && known.has(target.to)));
  return { targets: inGroups([...recent, ...found.targets, ...matching], query), isSearching: found.isSearching };
}

function useScreenTargets(person: Session): Target[] {
  const screens = useScreens();
  const isOpen = ({ layout, roles, menu }: ScreenDeclaration) =>
    layout === "shell" && allows(roles, person.user_type) && !(person.visiting && menu?.hiddenFromSupport);
  const open = screens.filter(isOpen);
  const ordered = open.toSorted((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0));
  const inMenu = ordered.flatMap(({ menu, path, title }): Target[] => {
    if (!menu) return [];
    const to = menu.to ?? path;
    return [{ group: "Screens", key: `screen ${to}`, label: menu.label, synonyms: title, icon: menu.icon, to }];
  });
  const inSettings = settingsPages(person, screens).map(({ path: to, title: label }): Target => {
    const about = { detail: "Settings", synonyms: "settings", icon: IconSettings };
    return { group: "Screens", key: `screen ${to}`, label, ...about, to };
  });
  return [...inMenu, ...inSettings];
}

function useActionTargets(): Target[] {
  const can = useCanEach();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme("light") === "dark" ? "light" : "dark";
  const upload = { label: "Upload customers", synonyms: "import csv", icon: IconUpload, to: "/customers/none/new" };
  const invite = { label: "Invite the team", synonyms: "member", icon: IconMail, to: "/team", state: { invite: true } };
  return [
    ...(can(uploads.copyFromTemp) ? [{ group: "Actions", key: "upload", ...upload } as const] : []),
    ...(can(invitations.send) ? [{ group: "Actions", key: "invite", ...invite } as const] : []),
    {
      group: "Actions",
      key: "theme",
      label: `Switch to the ${other} theme`,
      synonyms: "color scheme mode",
      icon: IconMoon,
      act: () => setColorScheme(other),
    },
  ];
}

function useLocationTargets({ location_id, visiting }: Session): Target[] {
  const isStaff = useCanEach()(locations.list) && !visiting;
  const { data = [] } = useCall(locations.list, {}, { staleTime: 60_000, enabled: isStaff });
  return data
    .filter(({ id }) => id !== location_id)
    .map(({ id, title }) => ({
      group: "Locations",
      key: `location ${id}`,
      label: `Switch to ${title}`,
      synonyms: "location",
      icon: IconBuildingStore,
      act: () => void switchLocation(id),
    }));
}

/** Customers and conversations, from the searches that their screens use. */
function useFoundTargets(person: Session, query: string): { targets: Target[]; isSearching: boolean } {
  const [search_param] = useDebouncedValue(query.trim().slice(0, 100), 150);
  const isStaff = person.user_type !== "superadmin";
  const enabled = isStaff && [...search_param].length >= minSearchLength;
  const options = { enabled, keepPrevious: enabled, staleTime: 10_000 };
  const byCustomer = useCall(customers.search, { body: { search_param } }, options);
  const byChat = useCall(inboxSearch.search, { body: { search_param } }, options);
  if (!enabled) return { targets: [], isSearching: false };
  const people = (byCustomer.data?.allCustomers ?? []).slice(0, mostPerGroup).map(
    ({ id, customer_name, phone, email }): Target => ({
      group: "Customers",
      key: `customer ${id}`,
      label: customer_name,
      detail: [formatPhone(phone), email].filter((text) => text && text !== customer_name).join(" · "),
      icon: IconAddressBook,
      to: `/customer/${id}`,
    }),
  );
  const chats = (byChat.data?.chats ?? []).slice(0, mostPerGroup).map(
    ({ id, customer, new_message }): Target => ({
      group: "Conversations",
      key: `chat ${id}`,
      label: `${customer.first_name} ${customer.last_name}`.trim() || formatPhone(customer.phone),
      detail: new_message,
      icon: IconMessage,
      to: `/inbox/all/${id}`,
    }),
  );
  return { targets: [...people, ...chats], isSearching: byCustomer.isFetching || byChat.isFetching };
}
