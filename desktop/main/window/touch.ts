const touches: ReadonlySet<string> = new Set(['rawKeyDown', 'keyDown', 'mouseDown', 'mouseWheel', 'touchStart'])

/** Whether an input event is a person's doing; a pointer moves also when a page is drawn anew or a table is pushed. */
export const isTouch = (type: string): boolean => touches.has(type)
