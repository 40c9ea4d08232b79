import type { BrowserWindow } from './browser-window.ts'

const windows = new Map<number, BrowserWindow>()

export const addWindow = (window: BrowserWindow): void => void windows.set(window.id, window)
export const removeWindow = (id: number): boolean => windows.delete(id)
export const openWindows = (): BrowserWindow[] => [...windows.values()]
export const windowOf = (id: number): BrowserWindow | undefined => windows.get(id)
