/** `npm run test:faults` and `npm run test:cluster` set it: every place is tried instead of a few, and random kills go on for longer. */
export const isLongLane = process.env.STRONGROOM_FAULTS === 'long'

/** Which of the calls 1, 2, 3 and so on are hit: all in the long lane, every `stride`-th otherwise. */
export const strideOf = (stride: number): number => (isLongLane ? 1 : stride)
