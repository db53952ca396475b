/** What `confirm` asks the user. */
export interface ConfirmOptions {
  title: string;
  text: string;
  /** The label of the confirming button: "Delete". */
  action: string;
  /** The label of the other button; "Cancel" by default. */
  cancel?: string;
  /** Marks an action that can't be undone. */
  danger?: boolean;
}
