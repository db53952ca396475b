import { Button, Group, Textarea } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconAlertTriangle, IconCircleCheck, IconClock, IconCopy, IconSend } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { languageNames } from "#domains/reputation/settings/fields.ts";
import { type Review, replyTexts, reviews } from "../contract.ts";
import { maxReplyBytes, type ReviewReplyState, replyBytes } from "../fields.ts";
import classes from "./ReviewCard.module.css";
import { reviewTexts } from "./texts.ts";

const { replyBox: texts, card } = reviewTexts;

/** Milliseconds without a change until what is written is kept. */
const settleMs = 1_000;

interface Props {
  review: Review;
  onClose: () => void;
}

/** Writes a reply. What is typed is kept as a draft; sites that aren't connected are posted to by hand. */
export function ReplyBox({ review, onClose }: Props) {
  const { id, version, site, site_url } = review;
  const isSynced = review.is_synced === 1;
  const keep = useSend(reviews.saveDraft, { quiet: true });
  const keepSoon = useDebouncedCallback((body: string) => keep.mutate({ params: { id }, body: { body } }), {
    delay: settleMs,
    flushOnUnmount: true,
  });
  const reply = useCallForm(reviews.reply, {
    initialValues: { body: review.draft || review.reply, version, anyway: 0 as 0 | 1 },
    params: { id },
    toBody: (values) => ({ ...values, version }),
    invalidates: [reviews.table, reviews.overview],
    onSuccess: () => {
      keepSoon.cancel();
      onClose();
    },
  });
  const { form } = reply;
  const { body } = form.values;
  const used = replyBytes(body);
  const templates = useCall(replyTexts.forReview, { params: { id } }).data?.reply_texts ?? [];
  const copy = async () => {
    await navigator.clipboard.writeText(body);
    toast.success(texts.copied);
    window.open(site_url, "_blank", "noopener,noreferrer");
  };
  const change = (text: string) => {
    form.setValues({ body: text, anyway: 0 });
    form.clearFieldError("body");
    if (replyBytes(text) <= maxReplyBytes) keepSoon(text);
  };
  const cancel = () => {
    keepSoon.cancel();
    if (review.draft !== "" || body !== review.reply) keep.mutate({ params: { id }, body: { body: "" } });
    onClose();
  };
  const isRisky = form.errors.body !== undefined && body.trim() !== "" && used <= maxReplyBytes;
  return (
    <form className={classes.box} onSubmit={reply.submit} noValidate>
      <Textarea
        aria-label={texts.label(review.author || card.anonymous)}
        placeholder={texts.hint}
        autosize
        minRows={2}
        maxRows={12}
        dir="auto"
        autoFocus
        value={body}
        error={form.errors.body}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <Group gap="xs">
        {templates.map(({ language, text }) => (
          <Button
            key={language}
            variant="subtle"
            size="compact-sm"
            onClick={() => change(body.trim() === "" ? text : `${body.trimEnd()}\n\n${text}`)}
          >
            {texts.template(languageNames[language])}
          </Button>
        ))}
      </Group>
      <Group justify="space-between" gap="xs">
        <span className={classes.used} data-over={used > maxReplyBytes || undefined}>
          {texts.bytes(used, maxReplyBytes)}{" "}
          <InfoTooltip about={isSynced ? texts.send : texts.post}>
            {isSynced ? texts.sendAbout : texts.about}
          </InfoTooltip>
        </span>
        <Group gap="xs">
          <Button variant="subtle" size="compact-md" onClick={cancel}>
            {texts.cancel}
          </Button>
          {!isSynced && (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconCopy size={16} aria-hidden />}
              disabled={body.trim() === ""}
              onClick={() => void copy()}
            >
              {texts.copy(site)}
            </Button>
          )}
          <Button
            type="submit"
            size="compact-md"
            loading={reply.sending}
            onClick={() => isRisky && form.setFieldValue("anyway", 1)}
          >
            {isSynced ? (isRisky ? texts.sendAnyway : texts.send) : isRisky ? texts.insist : texts.post}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

const { card: cardTexts } = reviewTexts;

const looks = {
  sending: { tone: "blue", icon: IconSend },
  pending: { tone: "amber", icon: IconClock },
  live: { tone: "green", icon: IconCircleCheck },
  rejected: { tone: "red", icon: IconAlertTriangle },
  failed: { tone: "red", icon: IconAlertTriangle },
  withdrawing: { tone: "blue", icon: IconSend },
} as const satisfies Record<ReviewReplyState, object>;

/** The current reply with its state at the site. */
export function ReplyState({ review }: { review: Review }) {
  const time = useTime();
  const { reply, reply_state: state, reply_problem, replied_by, replied_at } = review;
  if (state === "") return null;
  return (
    <div className={classes.reply}>
      <p>
        <StatusWord {...looks[state]}>{cardTexts.replyStates[state]}</StatusWord>{" "}
        <span>{cardTexts.by(replied_by || cardTexts.elsewhere, replied_at ? time.date(replied_at) : "")}</span>
      </p>
      {reply_problem !== "" && <p className={classes.problem}>{reply_problem}</p>}
      <p dir="auto" className={classes.words}>
        {reply}
      </p>
    </div>
  );
}
