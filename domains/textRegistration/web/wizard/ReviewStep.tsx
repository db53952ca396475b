import { Button, Title } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCircleCheck, IconCircleX, IconExternalLink } from "@tabler/icons-react";
import { Fragment, useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { WizardFooter } from "#core/web/wizard/WizardFooter.tsx";
import type { RegistrationOverview } from "../../contract.ts";
import { fixed, type ReviewFinding, reviewOf, stepNumberOf, wizardSteps } from "../../review/rules.ts";
import { dollars, maskedEin, optOutLine } from "../../rules.ts";
import { useRegistrationPlace } from "../registrationPlace.ts";
import { SubmitDialog } from "../SubmitDialog.tsx";
import { registrationTexts } from "../texts.ts";
import type { AnswerStepProps } from "./draftInputs.tsx";
import { findingTexts, readyTexts, draftTexts as texts, wayTexts } from "./texts.ts";
import type { RegistrationDraft } from "./useRegistrationDraft.ts";
import { useWebsiteCheck } from "./useWebsiteCheck.ts";
import classes from "./Wizard.module.css";

interface Props extends AnswerStepProps {
  go: (step: number, field?: string) => void;
}

/** Reads the registration as a reviewer does, and submits it. */
export function ReviewStep({ overview, draft, go }: Props) {
  const profile = { ...draft.saved, ...draft.values };
  const { refused, maybe, ready } = reviewOf(profile);
  const [isAsking, setAsking] = useState(false);
  useWebsiteCheck(draft);
  const list = useRef<HTMLDivElement>(null);
  const way = useRef<HTMLButtonElement>(null);
  const next = useCallback(() => list.current?.querySelector<HTMLElement>("[data-level] button") ?? way.current, []);
  const navigate = useNavigate();
  const { calls, home } = useRegistrationPlace();
  const submitted = overview.registrations.find(({ kind }) => kind === "business");
  const form = useCallForm(calls.submit, {
    initialValues: { version: 0, password: "" },
    toBody: ({ password }) => ({ version: draft.saved.version, password }),
    invalidates: [calls.overview],
    onSuccess: () => navigate(home),
    onFailure: ({ status }) => {
      if (status === 409) void draft.isOutdated().then((isNewer) => isNewer && setAsking(false));
    },
  });
  const submit = async () => {
    if (refused.length > 0) {
      list.current?.querySelector<HTMLElement>("[data-level=refused] button")?.focus();
      return;
    }
    const unsaved = await draft.save();
    if (!unsaved) setAsking(true);
    else if (unsaved.field !== "") go(stepNumberOf(unsaved.field), unsaved.field);
  };
  const { business_cents, campaign_cents, monthly_cents } = overview.fees;
  return (
    <>
      <div className={classes.columns}>
        <div className={classes.form} ref={list}>
          <div>
            <Title order={2}>{submitted ? texts.submissionTitle : texts.reviewTitle}</Title>
            <p className={classes.quiet}>{submitted ? texts.submissionAbout : texts.reviewAbout}</p>
          </div>
          <div className={classes.findings}>
            <Findings level="refused" findings={refused} draft={draft} go={go} next={next} />
            <Findings level="maybe" findings={maybe} draft={draft} go={go} next={next} />
            {ready.length > 0 && (
              <section aria-label={texts.ready}>
                <h3>
                  <IconCircleCheck size={18} stroke={1.75} data-tone="green" aria-hidden />
                  {texts.ready} <b data-tone="green">{ready.length}</b>
                </h3>
                <ul className={classes.ready}>
                  {ready.map((part) => (
                    <li key={part}>
                      <IconCheck size={16} stroke={1.75} data-tone="green" aria-hidden />
                      {readyTexts[part]}
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </div>
        </div>
        <aside className={classes.aside}>
          <WhatWeSubmit draft={draft} go={go} />
          {!submitted && <Costs overview={overview} />}
        </aside>
      </div>
      <WizardFooter step={4} onBack={() => go(3)} isSticky>
        {refused.length > 0 && (
          <span className={classes.toFix} role="status">
            <IconCircleX size={16} stroke={1.75} aria-hidden />
            {texts.toFix(refused.length)}
          </span>
        )}
        <Button
          variant="default"
          component="a"
          href={overview.pages.texts}
          target="_blank"
          rel="noopener"
          rightSection={<IconExternalLink size={16} aria-hidden />}
          visibleFrom="md"
        >
          {texts.preview}
        </Button>
        {!submitted && (
          <Button ref={way} onClick={() => void submit()}>
            {registrationTexts.submit}
          </Button>
        )}
      </WizardFooter>
      <SubmitDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={registrationTexts.submitTitle}
        text={registrationTexts.submitText(dollars(business_cents + campaign_cents), dollars(monthly_cents))}
        action={registrationTexts.submit}
        form={form}
        password={form.form.getInputProps("password")}
      />
    </>
  );
}

interface FindingsProps {
  /** What to focus after something was mended: the next button of a finding, or the way on. */
  next: () => HTMLElement | null | undefined;
  level: "refused" | "maybe";
  findings: readonly ReviewFinding[];
  draft: RegistrationDraft;
  go: Props["go"];
}

/** One group of findings, each with the one button that mends it or leads to its field. */
function Findings({ level, findings, draft, go, next }: FindingsProps) {
  const { opt_in_ways, brand_name } = draft.values;
  const { calls } = useRegistrationPlace();
  const { data } = useCall(calls.suggestions, { body: { opt_in_ways, brand_name } });
  const group = useRef<HTMLElement>(null);
  const count = useRef(findings.length);
  // What was mended moves to Ready, and the focus goes to the next.
  useEffect(() => {
    const isMended = findings.length < count.current;
    count.current = findings.length;
    if (isMended) (group.current?.querySelector<HTMLElement>("button") ?? next())?.focus();
  }, [findings.length, next]);
  if (findings.length === 0) return null;
  const LevelIcon = level === "refused" ? IconCircleX : IconAlertTriangle;
  const tone = level === "refused" ? "red" : "amber";
  return (
    <section ref={group} data-level={level} aria-label={texts[level]}>
      <h3>
        <LevelIcon size={18} stroke={1.75} data-tone={tone} aria-hidden />
        {texts[level]} <b data-tone={tone}>{findings.length}</b>
      </h3>
      <ul className={classes.list}>
        {findings.map((finding) => {
          const { title, why } = findingTexts[finding.kind](finding);
          const { fix } = finding;
          const name = `${finding.kind} ${finding.field} ${finding.sample ?? ""}`;
          const label = fix ? fixLabels[fix.kind] : texts.goTo;
          const act = () => {
            if (fix) draft.set(fixed(draft.values, fix, data?.message_flow ?? draft.values.message_flow));
            else go(wizardSteps.indexOf(finding.step) + 1, finding.field);
          };
          return (
            <li key={name}>
              <div>
                <strong>{title}</strong>
                <p>{why}</p>
                {fix && "text" in fix && (
                  <blockquote>
                    {fix.kind === "add_stop" ? finding.quote : ""}{" "}
                    <ins>{fix.kind === "add_stop" ? optOutLine : fix.text}</ins>
                  </blockquote>
                )}
              </div>
              <Button
                variant={level === "refused" && fix ? "light" : "default"}
                size="xs"
                aria-label={`${label}: ${title}`}
                onClick={act}
              >
                {label}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const fixLabels = {
  add_stop: texts.addLine,
  add_name: texts.addName,
  use_pages: texts.useOurs,
  use_flow: texts.useOurs,
} as const;

function WhatWeSubmit({ draft: { values, saved }, go }: Pick<Props, "draft" | "go">) {
  const parts = [
    {
      name: stepName(0),
      text: [values.legal_name, saved.ein_last4 && maskedEin(saved.ein_last4)].filter(Boolean).join(" · "),
      step: 1,
    },
    {
      name: stepName(1),
      text: [`${values.first_name} ${values.last_name}`.trim(), values.job_title].filter(Boolean).join(", "),
      step: 2,
    },
    { name: texts.howPeopleAgree, text: values.opt_in_ways.map((way) => wayTexts[way]).join(", "), step: 3 },
    {
      name: texts.whatYouSend,
      text: texts.samplesCount(values.samples.filter((sample) => sample.trim() !== "").length),
      step: 3,
    },
  ];
  return (
    <section className={classes.card}>
      <Title order={3} fz="sm">
        {texts.whatWeSubmit}
      </Title>
      <ul className={classes.summary}>
        {parts.map(({ name, text, step }) => (
          <li key={name}>
            <strong>{name}</strong>
            <Button variant="transparent" size="xs" aria-label={texts.editPart(name)} onClick={() => go(step)}>
              {texts.edit}
            </Button>
            <span>{text || "—"}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const stepName = (index: 0 | 1) => (index === 0 ? "Business" : "Representative");

function Costs({ overview: { fees } }: { overview: RegistrationOverview }) {
  const rows = [
    [texts.businessFee, texts.once(dollars(fees.business_cents))],
    [texts.campaignFee, texts.once(dollars(fees.campaign_cents))],
    [texts.monthlyFee, texts.monthly(dollars(fees.monthly_cents))],
  ];
  return (
    <>
      <section className={classes.card}>
        <Title order={3} fz="sm">
          {texts.cost}
        </Title>
        <dl className={classes.pairs}>
          {rows.map(([name, price]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{price}</dd>
            </Fragment>
          ))}
        </dl>
        <p className={classes.quiet}>{texts.charged}</p>
      </section>
      <section className={classes.card}>
        <Title order={3} fz="sm">
          {texts.howLong}
        </Title>
        <dl className={classes.pairs}>
          {texts.times.map(([name, time]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{time}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
    </>
  );
}
