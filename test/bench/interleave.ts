/**
 * Runs each subject in turn, round after round, and answers what each of them came to in every round. Other work of the
 * machine affects neighbours alike; every second round goes backwards, so that none always comes after the same one.
 */
export async function interleave<Name extends string, Sample>(
  subjects: Readonly<Record<Name, () => Sample | Promise<Sample>>>,
  rounds: number,
): Promise<Record<Name, readonly Sample[]>> {
  const names = Object.keys(subjects) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 ? names.toReversed() : names) samples[name].push(await subjects[name]())
  return samples
}
