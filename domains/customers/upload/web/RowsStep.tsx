import { Badge, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { countText } from "#core/count.ts";
import { formatPhone } from "#core/phone.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { DataTable, type TableColumn } from "#core/web/table/DataTable.tsx";
import { ConsentStatus } from "#domains/customers/consent/web/ConsentStatus.tsx";
import { uploads } from "../contract.ts";
import { type Upload, type UploadRecord, uploadMarks } from "../fields.ts";
import { RejectsButton, WarningsButton } from "./RejectsButton.tsx";
import { BackButton, FailureAlert, StepFrame } from "./StepFrame.tsx";
import { markNames, optOutNames, pluralize } from "./uploadTexts.ts";

interface Props {
  upload: Upload;
  onBack: () => void;
  onContinue: () => void;
  onRead: (upload: Upload) => void;
}

type RowFilter = "all" | "warned" | UploadRecord["mark"];

const colors = { fine: "green", known: "blue", rejected: "red", duplicate: "yellow" } as const;

/** The rows with their outcome and the reason for rejected ones; each can be removed. */
export function RowsStep({ upload, onBack, onContinue, onRead }: Props) {
  const { counts } = upload;
  const [filter, setFilter] = useState<RowFilter>("all");
  const remove = useSend(uploads.removeRecord, {
    invalidates: [uploads.records],
    quiet: true,
    onSuccess: ({ data }) => onRead(data.upload),
  });
  const rowCounts = { all: counts.total - counts.removed, ...counts };
  const filters = ["all", ...uploadMarks, "warned"].filter(
    (option) => option === "all" || option === filter || rowCounts[option as RowFilter] > 0,
  );

  const columns: TableColumn<UploadRecord>[] = [
    {
      key: "row",
      label: "Row",
      render: ({ row, last_row }) => (row === last_row ? countText(row) : `${row}–${last_row}`),
    },
    { key: "first_name", label: "First Name" },
    { key: "last_name", label: "Last Name" },
    { key: "email", label: "Email" },
    { key: "phone", label: "Phone", render: PhoneCell },
    {
      key: "consent_state",
      label: "Consent",
      render: ({ mark, consent_state }) => mark !== "rejected" && <ConsentStatus state={consent_state} />,
    },
    ...(counts.leads > 0 ? [{ key: "lead", label: "Lead" }] : []),
    { key: "mark", label: "Result", render: MarkCell },
    {
      key: "id",
      label: "Action",
      render: ({ id, row }) => (
        <Button
          size="compact-sm"
          px={0}
          variant="subtle"
          color="red"
          aria-label={`Delete row ${row}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ body: { record_id: id } })}
        >
          Delete
        </Button>
      ),
    },
  ];

  return (
    <StepFrame
      title="Check the rows"
      step={4}
      back={<BackButton onBack={onBack} />}
      next={<Button onClick={onContinue}>Continue</Button>}
    >
      <Group gap="xs" role="group" aria-label="Rows to show">
        {(filters as RowFilter[]).map((option) => (
          <Button
            key={option}
            size="xs"
            variant={option === filter ? "filled" : "default"}
            aria-pressed={option === filter}
            onClick={() => setFilter(option)}
          >
            {filterName(option)}: {countText(rowCounts[option])}
          </Button>
        ))}
        {counts.rejected + counts.duplicate > 0 && <RejectsButton upload={upload} size="xs" variant="subtle" />}
        {counts.warned > 0 && <WarningsButton upload={upload} size="xs" variant="subtle" />}
      </Group>
      {counts.removed > 0 && (
        <Text size="sm" role="status">
          {pluralize(counts.removed, "row")} removed.
        </Text>
      )}
      <FailureAlert failure={remove.error} title="The row could not be deleted" />
      <DataTable
        call={uploads.records}
        params={{ id: upload.id }}
        body={{ filter }}
        label="Rows of the file"
        columns={columns}
        localState
      />
    </StepFrame>
  );
}

const PhoneCell = ({ phone }: UploadRecord) => (
  <Text span inherit style={{ whiteSpace: "nowrap" }}>
    {formatPhone(phone)}
  </Text>
);

const filterName = (option: RowFilter) => {
  if (option === "all") return "All";
  return option === "warned" ? "With warnings" : markNames[option];
};

function MarkCell({ mark, reason, warning, opt_out, row, last_row }: UploadRecord) {
  const lines = row < last_row ? `Lines ${row}–${last_row} are read as one customer` : "";
  const hint = [reason || lines, warning, mark !== "rejected" && optOutNames[opt_out]].filter(Boolean).join(". ");
  return (
    <>
      <Badge miw="max-content" color={colors[mark]}>
        {markNames[mark]}
      </Badge>
      {hint && (
        <Text size="sm" mt={2}>
          {hint}
        </Text>
      )}
    </>
  );
}
