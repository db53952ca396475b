import { Alert } from "@mantine/core";
import { fieldErrorsOf } from "./simulatorApi.ts";

interface Props {
  error: Error | null;
  /** True in a form whose fields show their own errors. */
  inForm?: boolean;
}

/** What went wrong, if anything did. */
export function FailureAlert({ error, inForm = false }: Props) {
  if (!error || (inForm && Object.keys(fieldErrorsOf(error)).length > 0)) return null;
  return <Alert color="red">{error.message}</Alert>;
}
