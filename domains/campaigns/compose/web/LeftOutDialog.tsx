import { Anchor, Button, Loader, Modal } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { DataOf } from "#core/call.ts";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { campaignPreview } from "../../preview/contract.ts";
import classes from "./LeftOutDialog.module.css";
import { composeTexts as texts } from "./texts.ts";
import { audienceBody, type WizardDraft } from "./wizardDraft.ts";

type LeftOutReason = Pick<DataOf<typeof campaignPreview.audience>["reasons"][number], "reason" | "text">;

interface Props {
  opened: boolean;
  onClose: () => void;
  draft: WizardDraft;
  /** Why they are left out. */
  reason: LeftOutReason;
}

/** The people whom one reason leaves out, page by page. */
export function LeftOutDialog({ opened, onClose, draft, reason }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={reason.text}>
      {opened && <Pages key={reason.reason} draft={draft} reason={reason.reason} />}
    </Modal>
  );
}

function Pages({ draft, reason }: { draft: WizardDraft; reason: string }) {
  const [starts, setStarts] = useState([0]);
  return (
    <ul className={classes.people}>
      {starts.map((after, index) => (
        <Page
          key={after}
          draft={draft}
          reason={reason}
          after={after}
          onMore={index === starts.length - 1 ? (next) => setStarts([...starts, next]) : undefined}
        />
      ))}
    </ul>
  );
}

interface PeoplePageProps {
  draft: WizardDraft;
  reason: string;
  after: number;
  /** Left out for all but the last page. */
  onMore: ((after: number) => void) | undefined;
}

function Page({ draft, reason, after, onMore }: PeoplePageProps) {
  const { campaign_template: _, ...audience } = audienceBody(draft);
  const include_unknown = draft.unknown === null ? 0 : 1;
  const body = { ...audience, include_unknown, reason, ...(after > 0 && { after }) };
  const { data, error, refetch } = useCall(campaignPreview.leftOut, { body });
  if (!data && error) {
    return (
      <li className={classes.more}>
        <p>{error.message}</p>
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          {texts.again}
        </Button>
      </li>
    );
  }
  if (!data) {
    return (
      <li className={classes.more}>
        <Loader size="sm" role="status" aria-label={texts.loading} />
      </li>
    );
  }
  const { people, next_after } = data;
  return (
    <>
      {people.map(({ customer_id, first_name, last_name, phone }) => (
        <li key={customer_id}>
          <Anchor component={Link} to={`/customer/${customer_id}`} target="_blank" dir="auto">
            {`${first_name} ${last_name}`.trim() || formatPhone(phone)}
          </Anchor>
          <span>{formatPhone(phone)}</span>
        </li>
      ))}
      {after === 0 && people.length === 0 && next_after === null && <li>{texts.nobodyLeftOut}</li>}
      {onMore && next_after !== null && (
        <li className={classes.more}>
          <Button variant="default" size="compact-sm" onClick={() => onMore(next_after)}>
            {texts.more}
          </Button>
        </li>
      )}
    </>
  );
}
