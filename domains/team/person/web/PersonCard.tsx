import { ActionIcon, Anchor, Title } from "@mantine/core";
import { IconDotsVertical } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatPhone } from "#core/phone.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { DropMenu, type MenuOption } from "#core/web/menu/DropMenu.tsx";
import classes from "./PersonCard.module.css";

/** What members and invitations have in common. */
interface CardPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly name_initials: string;
  readonly email: string;
  readonly phone: string;
  readonly del_allowed: 0 | 1;
  readonly locations: readonly { readonly title: string }[];
}

interface Props {
  person: CardPerson;
  image?: string | null;
  badges: ReactNode;
  /** Further facts by label. */
  facts?: Readonly<Record<string, string>>;
  actions: readonly MenuOption[];
  /** Grayed out: they can't sign in now. */
  isInactive?: boolean;
}

/** A member or an invited person, with a menu of actions. */
export function PersonCard({ person, image, badges, facts = {}, actions, isInactive }: Props) {
  const { first_name, last_name, name_initials, email, phone, del_allowed, locations } = person;
  const name = `${first_name} ${last_name}`.trim();
  return (
    <li className={classes.card} data-away={isInactive || undefined} aria-label={name}>
      <div className={classes.head}>
        <span className={classes.photo}>
          <Initials initials={name_initials} seed={name} size={56} image={image} />
        </span>
        <div>
          <Title order={2}>{name}</Title>
          <div className={classes.marks}>{badges}</div>
        </div>
        <DropMenu
          items={actions}
          trigger={
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Actions for ${name}`}>
              <IconDotsVertical size={20} aria-hidden />
            </ActionIcon>
          }
        />
      </div>
      <dl className={classes.facts}>
        <Fact label="Phone">{phone && <Anchor href={`tel:${phone}`}>{formatPhone(phone)}</Anchor>}</Fact>
        <Fact label="Email">{email && <Anchor href={`mailto:${email}`}>{email}</Anchor>}</Fact>
        <Fact label="Can delete messages">{del_allowed === 1 ? "Yes" : "No"}</Fact>
        <Fact label={locations.length === 1 ? "Location" : "Locations"}>
          {locations.map(({ title }) => title).join(", ")}
        </Fact>
        {Object.entries(facts).map(([label, fact]) => (
          <Fact key={label} label={label}>
            {fact}
          </Fact>
        ))}
      </dl>
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || "—"}</dd>
    </div>
  );
}
