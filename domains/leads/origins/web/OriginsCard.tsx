import { Skeleton, Stack, Switch, Text } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { Section } from "#core/web/layout/Section.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { leadOriginNames, leadOrigins } from "../contract.ts";
import { leadOriginTexts as texts } from "./texts.ts";

/** What becomes a lead of the location besides what comes to its addresses. */
export function OriginsCard() {
  const { data, error, refetch } = useCall(leadOrigins.settings);
  const maySave = useCan(leadOrigins.save);
  const save = useSend(leadOrigins.save, { invalidates: [leadOrigins.settings], quiet: "success" });
  // Shows what was pressed until the answer is here.
  const shown = data && (save.isPending ? { ...data, ...save.variables?.body } : data);
  return (
    <Section title={texts.title} actions={<InfoTooltip about={texts.title}>{texts.info}</InfoTooltip>}>
      {error && !data && <LoadFailure failure={error} retry={refetch} />}
      {!data && !error && <Skeleton h="8rem" role="status" aria-label={texts.loading} />}
      {data && shown && (
        <Stack gap="md">
          <Text c="dimmed">{texts.about}</Text>
          {leadOriginNames.map((name) => (
            <Switch
              key={name}
              label={texts.names[name]}
              description={texts.hints[name]}
              checked={shown[name] === 1}
              disabled={!maySave || save.isPending}
              onChange={({ currentTarget }) =>
                save.mutate({ body: { ...data, [name]: currentTarget.checked ? 1 : 0 } })
              }
            />
          ))}
        </Stack>
      )}
    </Section>
  );
}
