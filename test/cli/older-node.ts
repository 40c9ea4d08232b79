/** Given to `--import`, makes Node say that it is version 20, for the first process only. */
export const pretence = `data:text/javascript,${encodeURIComponent(
  'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })',
)}`
