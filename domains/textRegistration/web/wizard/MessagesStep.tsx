import { ActionIcon, Anchor, Button, Checkbox, Group, NativeSelect, Textarea, TextInput, Title } from "@mantine/core";
import { IconPlus, IconWand, IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { type OptInWay, optInWays } from "../../contract.ts";
import { useRegistrationPlace } from "../registrationPlace.ts";
import { type AnswerStepProps, textProps, useFocusedField } from "./draftInputs.tsx";
import { draftTexts as texts, wayTexts } from "./texts.ts";
import classes from "./Wizard.module.css";

/** A sample is known by its place alone. */
const places = ["first", "second", "third", "fourth", "fifth"];

/** How people agree, and what they get. What is empty begins with what the business's own settings suggest. */
export function MessagesStep({ overview, draft, field }: AnswerStepProps) {
  const form = useFocusedField(field);
  const { opt_in_ways, brand_name, message_flow, description, samples } = draft.values;
  const { calls } = useRegistrationPlace();
  const { data: suggested } = useCall(calls.suggestions, { body: { opt_in_ways, brand_name } }, { keepPrevious: true });
  const hasBegun = useRef(false);
  const isEmpty = opt_in_ways.length === 0 && message_flow === "" && description === "" && samples.length === 0;
  const { set } = draft;
  useEffect(() => {
    if (!suggested || hasBegun.current) return;
    hasBegun.current = true;
    if (isEmpty) set({ ...suggested, samples: [...suggested.samples], opt_in_ways: [...suggested.opt_in_ways] });
  }, [suggested, isEmpty, set]);
  const setSample = (index: number, text: string) =>
    set({ samples: samples.map((sample, at) => (at === index ? text : sample)) });
  return (
    <div className={classes.narrow} ref={form}>
      <Checkbox.Group
        label={<Title order={2}>{texts.waysTitle}</Title>}
        description={texts.waysAbout}
        value={opt_in_ways}
        error={draft.errors.opt_in_ways}
        onChange={(ways) => set({ opt_in_ways: ways as OptInWay[] })}
      >
        <div className={classes.ways}>
          {optInWays.map((way) => (
            <Checkbox key={way} value={way} name="opt_in_ways" label={wayTexts[way]} />
          ))}
        </div>
      </Checkbox.Group>
      <div>
        <Textarea
          label={texts.flow}
          description={texts.flowAbout}
          autosize
          minRows={5}
          maxLength={2_048}
          {...textProps(draft, "message_flow")}
        />
        {suggested && suggested.message_flow !== message_flow && (
          <Button
            mt="xs"
            size="xs"
            variant="light"
            leftSection={<IconWand size={14} aria-hidden />}
            onClick={() => set({ message_flow: suggested.message_flow })}
          >
            {texts.suggest}
          </Button>
        )}
      </div>
      <Title order={2} className={classes.ruled}>
        {texts.sendTitle}
      </Title>
      <Textarea label={texts.description} autosize minRows={3} maxLength={4_096} {...textProps(draft, "description")} />
      <fieldset className={classes.samples}>
        <legend>{texts.samples}</legend>
        <p className={classes.quiet}>{texts.samplesAbout}</p>
        {samples.map((sample, index) => (
          <div key={places[index]} className={classes.sample}>
            <Textarea
              aria-label={texts.sample(index)}
              name={`samples.${index}`}
              value={sample}
              error={draft.errors[`samples.${index}`]}
              autosize
              minRows={2}
              maxLength={1_024}
              onChange={({ currentTarget }) => setSample(index, currentTarget.value)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.removeSample(index)}
              onClick={() => set({ samples: samples.filter((_, at) => at !== index) })}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {samples.length < places.length && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => set({ samples: [...samples, ""] })}
          >
            {texts.addSample}
          </Button>
        )}
      </fieldset>
      <NativeSelect
        label={texts.volume}
        data={[
          { value: "low", label: texts.low },
          { value: "mixed", label: texts.mixed },
        ]}
        {...textProps(draft, "volume")}
      />
      <Checkbox
        name="is_direct_lending"
        label={texts.lending}
        checked={draft.values.is_direct_lending === 1}
        onChange={({ currentTarget }) => set({ is_direct_lending: currentTarget.checked ? 1 : 0 })}
      />
      <Checkbox
        name="is_age_gated"
        label={texts.ageGated}
        checked={draft.values.is_age_gated === 1}
        onChange={({ currentTarget }) => set({ is_age_gated: currentTarget.checked ? 1 : 0 })}
      />
      <Title order={2} className={classes.ruled}>
        {texts.pagesTitle}
      </Title>
      <p className={classes.quiet}>{texts.hosted}</p>
      <Group gap="md">
        {[
          [texts.openConsent, overview.pages.texts],
          [texts.openPrivacy, overview.pages.privacy],
          [texts.openTerms, overview.pages.terms],
        ].map(([name, href]) => (
          <Anchor key={name} href={href} target="_blank" rel="noopener">
            {name}
          </Anchor>
        ))}
      </Group>
      <div className={classes.two}>
        <TextInput label={texts.privacy} type="url" placeholder="https://" {...textProps(draft, "privacy_url")} />
        <TextInput label={texts.terms} type="url" placeholder="https://" {...textProps(draft, "terms_url")} />
      </div>
    </div>
  );
}
