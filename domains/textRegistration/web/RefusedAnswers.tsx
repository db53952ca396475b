import { Button, Group, Textarea, Title } from "@mantine/core";
import { useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { useTime } from "#core/web/time/useTime.ts";
import type { CarrierRegistration, RegistrationOverview } from "../contract.ts";
import { draftFieldOf, fieldNames, reviewedAs, reviewOf, stepNumberOf } from "../review/rules.ts";
import { dollars } from "../rules.ts";
import classes from "./Registration.module.css";
import { useRegistrationPlace } from "./registrationPlace.ts";
import { SubmitDialog } from "./SubmitDialog.tsx";
import { refusalTexts, registrationTexts as texts } from "./texts.ts";
import { DraftNotice } from "./wizard/DraftNotice.tsx";
import { FieldCheck } from "./wizard/draftInputs.tsx";
import { draftTexts, findingTexts } from "./wizard/texts.ts";
import { type RegistrationDraft, useRegistrationDraft } from "./wizard/useRegistrationDraft.ts";

interface Props {
  overview: RegistrationOverview;
  registration: CarrierRegistration;
}

/** What reviewers refused: the fields to change, each with what was sent, and Resubmit. */
export function RefusedAnswers({ overview, registration }: Props) {
  const { problems, answers, may_resubmit, id, submitted_at } = registration;
  const draft = useRegistrationDraft(overview.profile);
  const { calls, home } = useRegistrationPlace();
  const [isAsking, setAsking] = useState(false);
  const form = useCallForm(calls.resubmit, {
    initialValues: { id, version: 0, password: "" },
    toBody: ({ password }) => ({ id, version: draft.saved.version, password }),
    invalidates: [calls.overview],
    onSuccess: () => setAsking(false),
  });
  const fields = [...new Set(problems.map(({ field }) => field))];
  const shown = fields.length > 0 ? fields : (["other"] as const);
  const time = useTime();
  const price = overview.fees.resubmit_cents === 0 ? "" : dollars(overview.fees.resubmit_cents);
  const navigate = useNavigate();
  const notice = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  const { refused } = reviewOf({ ...draft.saved, ...draft.values }, reviewedAs(registration.kind));
  const addressOf = (field: string) => `${home}/edit?step=${stepNumberOf(field)}&field=${field}`;
  const goToField = (field: string) => {
    const input = section.current?.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`);
    if (input) input.focus();
    else navigate(addressOf(field));
  };
  const resubmit = async () => {
    const wrong = (await draft.save()) ?? refused[0];
    if (!wrong) setAsking(true);
    else if (wrong.field !== "") goToField(wrong.field);
    else notice.current?.focus();
  };
  return (
    <section className={classes.card} aria-label={texts.changeThis} ref={section}>
      {shown.map((field) => {
        const code = problems.find((problem) => problem.field === field)?.code ?? "";
        const sent = answers.find((answer) => answer.field === field)?.text ?? "";
        const name = draftFieldOf(field);
        return (
          <div className={classes.part} key={field}>
            <div className={classes.beside}>
              <div>
                <Title order={2}>{capitalized(fieldNames[field])}</Title>
                <p className={classes.quiet}>{refusalTexts[field]}</p>
              </div>
              {code !== "" && <span className={classes.quiet}>{texts.code(code)}</span>}
            </div>
            {name === "message_flow" || name === "description" ? (
              <Rewrite draft={draft} name={name} sent={sent} sentAt={time.date(submitted_at)} />
            ) : (
              name && (
                <Group justify="space-between">
                  <span className={classes.quiet}>{sent}</span>
                  <Button variant="default" component={Link} to={addressOf(name)}>
                    {texts.changeField(fieldNames[field])}
                  </Button>
                </Group>
              )
            )}
          </div>
        );
      })}
      <DraftNotice draft={draft} ref={notice} />
      <div className={classes.part} data-sticky>
        {may_resubmit === 1 ? (
          <Group justify="flex-end" gap="xs">
            {refused.length > 0 && (
              <span className={classes.quiet} role="status">
                {draftTexts.toFix(refused.length)}
              </span>
            )}
            <Button variant="default" component={Link} to={`${home}/edit`}>
              {texts.changeAnswers}
            </Button>
            <Button onClick={() => void resubmit()}>{texts.resubmit}</Button>
          </Group>
        ) : (
          <p>{texts.supportOnly}</p>
        )}
      </div>
      <SubmitDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={texts.resubmitTitle}
        text={texts.resubmitText(price)}
        action={texts.resubmit}
        form={form}
        password={form.form.getInputProps("password")}
      />
    </section>
  );
}

interface RewriteProps {
  draft: RegistrationDraft;
  name: "message_flow" | "description";
  sent: string;
  sentAt: string;
}

/** The old answer beside the new one, with what the business's settings suggest. */
function Rewrite({ draft, name, sent, sentAt }: RewriteProps) {
  const { opt_in_ways, brand_name } = draft.values;
  const { calls } = useRegistrationPlace();
  const { data } = useCall(
    calls.suggestions,
    { body: { opt_in_ways, brand_name } },
    { enabled: useCan(calls.suggestions) },
  );
  const suggestion = data?.[name] ?? "";
  const isSmall = useMedia(phone);
  return (
    <div className={classes.rewrite}>
      {isSmall ? (
        <details className={classes.sentBefore}>
          <summary>{texts.whatYouSent}</summary>
          <p>{sent}</p>
        </details>
      ) : (
        <Textarea
          label={
            <>
              {texts.whatYouSent} <small>{sentAt}</small>
            </>
          }
          labelProps={{ className: classes.sentLabel }}
          classNames={{ input: classes.sent }}
          value={sent}
          readOnly
          autosize
          minRows={6}
        />
      )}
      <div>
        <Textarea
          name={name}
          label={texts.newAnswer}
          value={draft.values[name]}
          error={draft.errors[name]}
          description={answerCheck(draft, name)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          onChange={({ currentTarget }) => draft.set({ [name]: currentTarget.value })}
          onBlur={() => draft.check(name)}
          autosize
          minRows={6}
        />
        {suggestion !== "" && suggestion !== draft.values[name] && (
          <Button mt="xs" size="xs" variant="light" onClick={() => draft.set({ [name]: suggestion })}>
            {texts.suggested}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What a reviewer would still say of the new answer. */
function answerCheck({ saved, values }: RegistrationDraft, name: RewriteProps["name"]) {
  const { refused, maybe } = reviewOf({ ...saved, ...values });
  const finding = [...refused, ...maybe].find(({ field }) => field === name);
  if (!finding) return <FieldCheck tone="green">{texts.complete[name]}</FieldCheck>;
  const { title, why } = findingTexts[finding.kind](finding);
  return (
    <FieldCheck tone="amber">
      {title}. {why}
    </FieldCheck>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
