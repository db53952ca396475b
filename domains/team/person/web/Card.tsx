import { ActionIcon, Anchor, Title } from "@mantine/core";
import { IconDotsVertical } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatPhone } from "#core/phone.ts";
import { type DropItem, DropMenu } from "#core/web/DropMenu.tsx";
import { Initials } from "#core/web/Initials.tsx";
import classes from "./Card.module.css";

/** What member and invitation have in common. */
interface Shown {
  readonly first_name: string;
  readonly last_name: string;
  readonly name_initials: string;
  readonly email: string;
  readonly phone: string;
  readonly del_allowed: 0 | 1;
  readonly locations: readonly { readonly title: string }[];
}

interface Props {
  person: Shown;
  image?: string | null;
  /** Badges below the name. */
  marks: ReactNode;
  /** What else is known, by its label. */
  facts?: Readonly<Record<string, string>>;
  actions: readonly DropItem[];
  /** Greyed: they can't work here now. */
  isAway?: boolean;
}

/** One person of the team, with a menu of what can be done. */
export function Card({ person, image, marks, facts = {}, actions, isAway }: Props) {
  const { first_name, last_name, name_initials, email, phone, del_allowed, locations } = person;
  const name = `${first_name} ${last_name}`.trim();
  return (
    <li className={classes.card} data-away={isAway || undefined} aria-label={name}>
      <div className={classes.head}>
        <span className={classes.photo}>
          <Initials of={name_initials} seed={name} size={56} image={image} />
        </span>
        <div>
          <Title order={2}>{name}</Title>
          <div className={classes.marks}>{marks}</div>
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
        <Fact label="May delete messages">{del_allowed === 1 ? "Yes" : "No"}</Fact>
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
