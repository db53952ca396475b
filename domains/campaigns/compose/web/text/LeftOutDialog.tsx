import { Button, Loader } from "@mantine/core";
import { useState } from "react";
import type { DataOf } from "#core/call.ts";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { campaignPreview } from "../../contract.ts";
import { LeftOutModal, LeftOutNote, LeftOutPerson } from "../wizard/LeftOutModal.tsx";
import { audienceBody, type TextDraft } from "./textDraft.ts";
import { composeTexts as texts } from "./texts.ts";

type LeftOutReason = Pick<DataOf<typeof campaignPreview.audience>["reasons"][number], "reason" | "text">;

interface Props {
  opened: boolean;
  onClose: () => void;
  draft: TextDraft;
  /** Why they are left out. */
  reason: LeftOutReason;
}

/** The people whom one reason leaves out, page by page. */
export function LeftOutDialog({ opened, onClose, draft, reason }: Props) {
  return (
    <LeftOutModal opened={opened} onClose={onClose} title={reason.text}>
      {opened && <Pages key={reason.reason} draft={draft} reason={reason.reason} />}
    </LeftOutModal>
  );
}

function Pages({ draft, reason }: { draft: TextDraft; reason: string }) {
  const [starts, setStarts] = useState([0]);
  return starts.map((after, index) => (
    <Page
      key={after}
      draft={draft}
      reason={reason}
      after={after}
      onMore={index === starts.length - 1 ? (next) => setStarts([...starts, next]) : undefined}
    />
  ));
}

interface PeoplePageProps {
  draft: TextDraft;
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
      <LeftOutNote>
        <p>{error.message}</p>
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          {texts.again}
        </Button>
      </LeftOutNote>
    );
  }
  if (!data) {
    return (
      <LeftOutNote>
        <Loader size="sm" role="status" aria-label={texts.loading} />
      </LeftOutNote>
    );
  }
  const { people, next_after } = data;
  return (
    <>
      {people.map(({ customer_id, first_name, last_name, phone }) => (
        <LeftOutPerson
          key={customer_id}
          customer_id={customer_id}
          name={`${first_name} ${last_name}`.trim() || formatPhone(phone)}
          address={formatPhone(phone)}
        />
      ))}
      {after === 0 && people.length === 0 && next_after === null && <li>{texts.nobodyLeftOut}</li>}
      {onMore && next_after !== null && (
        <LeftOutNote>
          <Button variant="default" size="compact-sm" onClick={() => onMore(next_after)}>
            {texts.more}
          </Button>
        </LeftOutNote>
      )}
    </>
  );
}
