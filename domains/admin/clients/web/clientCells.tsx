import { Anchor, Badge, Button, Group, Text } from "@mantine/core";
import { Link } from "react-router";
import { countText } from "#core/count.ts";
import { formatPhone } from "#core/phone.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { type Client, clients } from "../contract.ts";
import classes from "./clientCells.module.css";

export const buyPath = ({ id }: Client) => `/admin/clients/${id}/buy_phone_no`;

export const canGetNumber = ({ phone_no_request, total_locations }: Client) =>
  phone_no_request !== 1 && total_locations > 0;

/** Leads to the client's page, with its numbers and limits. */
export function NameLink(client: Client) {
  return (
    <div className={classes.name}>
      <Anchor component={Link} size="sm" to={buyPath(client)}>
        {clientName(client)}
      </Anchor>
      {client.is_sample === 1 && (
        <Badge variant="light" color="gray" size="sm">
          Sample
        </Badge>
      )}
    </div>
  );
}

export function Information({ email, email_proved_at, phone, address }: Client) {
  return (
    <div className={classes.information}>
      <Text size="sm">{email}</Text>
      {email_proved_at === null && <UnconfirmedBadge />}
      <Text size="sm">{formatPhone(phone)}</Text>
      <Text size="sm" c="dimmed">
        {address}
      </Text>
    </div>
  );
}

/** The number, or a link to buy one, bold when an owner requested it. */
export function SmsNumber(client: Client) {
  const { phone_no, phone_no_request, total_locations } = client;
  return (
    <div className={classes.number}>
      {phone_no && <Text size="sm">{formatPhone(phone_no)}</Text>}
      {canGetNumber(client) && (
        <Anchor component={Link} size="sm" to={buyPath(client)} fw={phone_no_request === 2 ? 700 : undefined}>
          {phone_no_request === 2 ? "Requested" : "Buy Twilio Number"}
        </Anchor>
      )}
      {total_locations === 0 && (
        <Text size="sm" c="dimmed">
          No location yet
        </Text>
      )}
    </div>
  );
}

export const Inbound = ({ id, inbound_sms, inbound_sms_price }: Client) => (
  <Texts count={inbound_sms} price={inbound_sms_price} to={`/admin/messages?client=${id}&kind=in`} />
);

/** Texts of conversations; those of campaigns and their emails are named apart. */
export const Outbound = ({ id, outbound_sms, outbound_sms_price, campaign_sms, campaign_emails }: Client) => (
  <>
    <Texts count={outbound_sms} price={outbound_sms_price} to={`/admin/messages?client=${id}&kind=out`} />
    <InCampaigns count={campaign_sms} kind="texts" to={`/admin/messages?client=${id}&kind=campaign`} />
    <InCampaigns count={campaign_emails} kind="emails" to={`/admin/campaigns?client=${id}&channel=email`} />
  </>
);

function InCampaigns({ count, kind, to }: { count: number; kind: "texts" | "emails"; to: string }) {
  if (count === 0) return null;
  return (
    <Anchor component={Link} to={to} size="sm" display="block">
      + {countText(count)} campaign {count === 1 ? kind.slice(0, -1) : kind}
    </Anchor>
  );
}

function Texts({ count, price, to }: { count: number; price: string | null; to: string }) {
  return (
    <>
      {count === 0 ? (
        <Text size="sm">0</Text>
      ) : (
        <Anchor component={Link} to={to} size="sm" display="block">
          {countText(count)}
        </Anchor>
      )}
      {price !== null && (
        <Text size="sm" c="dimmed" title="At the carrier's list price for one segment per text">
          ${price}
        </Text>
      )}
    </>
  );
}

/** The client's email, whether it is confirmed, and a button to vouch for it. */
export function EmailFact({ client }: { client: Client }) {
  const prove = useSend(clients.proveEmail, { invalidates: [clients.one, clients.table] });
  const confirmProof = async () => {
    const title = `Mark ${client.email} as confirmed?`;
    const text = "Do this only if you know this email belongs to the business. It can then invite by text.";
    if (await confirm({ title, text, action: "Mark as confirmed" })) prove.mutate({ params: { id: client.id } });
  };
  if (client.email_proved_at) return client.email;
  return (
    <Group gap="xs">
      {client.email}
      <UnconfirmedBadge />
      <Button size="compact-xs" variant="default" loading={prove.isPending} onClick={() => void confirmProof()}>
        Mark as confirmed
      </Button>
    </Group>
  );
}

function UnconfirmedBadge() {
  return (
    <Badge variant="light" color="yellow" size="sm">
      Not confirmed
    </Badge>
  );
}

/** The owner's name, else the business's. */
export function clientName({ first_name, last_name, company }: Client): string {
  return `${first_name} ${last_name}`.trim() || company;
}
