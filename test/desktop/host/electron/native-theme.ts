import { browser } from '../main/link.ts'
import { settings } from '../main/settings.ts'
import { KnownEvents } from './known-events.ts'

type Source = 'system' | 'light' | 'dark'

export class NativeTheme extends KnownEvents {
  shouldUseHighContrastColors = false
  shouldUseInvertedColorScheme = false
  inForcedColorsMode = false
  prefersReducedTransparency = false
  private source: Source = 'system'
  private system: 'light' | 'dark' = settings.colorScheme

  get themeSource(): Source {
    return this.source
  }
  set themeSource(source: Source) {
    this.source = source
    this.apply()
  }

  get shouldUseDarkColors(): boolean {
    return (this.source === 'system' ? this.system : this.source) === 'dark'
  }

  setSystem(scheme: 'light' | 'dark'): void {
    this.system = scheme
    this.apply()
  }

  private apply(): void {
    void browser.setColorScheme(this.shouldUseDarkColors ? 'dark' : 'light')
    this.emit('updated')
  }
}

export const theTheme = new NativeTheme('nativeTheme', ['updated'])
export const themeCalls = { setSystemTheme: (scheme: 'light' | 'dark') => theTheme.setSystem(scheme) }
