/** Brings the focus to the first field of a form that is not right yet; `errors` as a form of Mantine gives them. */
export function goToFirstError(errors: object): void {
  const [field = ''] = Object.keys(errors)
  document.querySelector<HTMLElement>(`[data-path="${field}"]`)?.focus()
}
