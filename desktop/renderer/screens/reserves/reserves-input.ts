/** What the console asks of the report: tokens that look alike are told apart by their contracts. */
export const reservesInput = { contracts: true } as const
