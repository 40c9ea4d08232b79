import { useState } from 'react'
import type { KnownProfile } from '../../../bridge/state.ts'
import { useConsole } from '../../session/console-state.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfilesPage } from './profiles-page.tsx'
import { SignInModal } from './sign-in-dialog.tsx'
import { useStartLocal, Welcome } from './welcome.tsx'

/** `new`: a server is being added; an id: that one is being edited. */
type Editing = 'new' | string | null

/** The first start, the known servers, the form of one, and signing in to it. */
export function ConnectScreen() {
  const { profiles } = useConsole()
  const [editing, setEditing] = useState<Editing>(null)
  const [isBack, setBack] = useState(false)
  const [signingInTo, setSigningInTo] = useState<string | null>(null)
  const starting = useStartLocal()
  const find = (id: string | null): KnownProfile | null => profiles.find((profile) => profile.id === id) ?? null
  const stop = () => {
    setEditing(null)
    setBack(true)
  }

  const saved = (id: string, thenSignIn: boolean) => {
    stop()
    if (thenSignIn) setSigningInTo(id)
  }
  const view = () => {
    if (editing !== null) return <ProfileForm profile={find(editing)} onSaved={saved} onCancel={stop} />
    if (profiles.length === 0 || starting.isPending || starting.isSuccess)
      return <Welcome starting={starting} onConnect={() => setEditing('new')} />
    return (
      <ProfilesPage isBack={isBack} onAdd={() => setEditing('new')} onEdit={setEditing} onSignIn={setSigningInTo} />
    )
  }
  return (
    <>
      {view()}
      <SignInModal profile={find(signingInTo)} onClose={() => setSigningInTo(null)} />
    </>
  )
}
