import { Alert, Anchor, Button, CopyButton, Group, Skeleton, Stack, Text, Textarea } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { legalPages, maxAddition, type ShownLegalPages } from "../contract.ts";
import { legalPageTexts as texts } from "./texts.ts";

export { legalPageTexts } from "./texts.ts";

/** The addresses of the business's legal pages, and what the owner adds to them. */
export function LegalPagesForm() {
  const { data, error } = useCall(legalPages.show);
  if (error && !data) return <Alert color="red" title={error.message} />;
  if (!data) return <Skeleton h="20rem" aria-hidden />;
  return (
    <Stack gap="lg" miw={0} w="100%">
      <PageAddresses pages={data} />
      <AdditionsForm pages={data} />
    </Stack>
  );
}

function PageAddresses({ pages }: { pages: ShownLegalPages }) {
  const addresses = [
    { page: texts.pages.privacy, url: pages.privacy_url },
    { page: texts.pages.terms, url: pages.terms_url },
    { page: texts.pages.texts, url: pages.texts_url },
    { page: texts.pages.picture, url: pages.picture_url },
  ];
  return (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
      {addresses.map(({ page, url }) => (
        <Group key={page} component="li" justify="space-between" gap="xs" wrap="nowrap">
          <div style={{ flex: 1, minWidth: 0 }}>
            <Anchor href={url} target="_blank" rel="noopener" fw={500}>
              {page}
            </Anchor>
            <Text fz="sm" c="dimmed" truncate>
              {url.replace(/^https?:\/\//, "")}
            </Text>
          </div>
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                size="xs"
                onClick={copy}
                aria-label={copied ? undefined : `${texts.copy}: ${page}`}
                flex="none"
              >
                {copied ? texts.copied : texts.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
      ))}
    </Stack>
  );
}

function AdditionsForm({ pages }: { pages: ShownLegalPages }) {
  const { form, submit, sending } = useCallForm(legalPages.change, {
    initialValues: { privacy: pages.privacy, terms: pages.terms },
    invalidates: [legalPages.show],
  });
  useUnsavedChanges(form.isDirty);
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" align="stretch">
        {(["privacy", "terms"] as const).map((page) => (
          <Textarea
            key={page}
            label={texts[page]}
            description={texts.hint}
            maxLength={maxAddition}
            autosize
            minRows={3}
            {...form.getInputProps(page)}
          />
        ))}
        <Button type="submit" variant="default" loading={sending} style={{ alignSelf: "start" }}>
          {texts.save}
        </Button>
      </Stack>
    </form>
  );
}
