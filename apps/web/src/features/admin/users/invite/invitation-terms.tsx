import { AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { SelectInput } from '../../../../shared/ui/select-input.tsx';
import { ChoiceField } from '../../parts/choice-field.tsx';

export type InvitedGroup = typeof USER_GROUP | typeof AUDITOR_GROUP;

interface RoleFieldProps {
  groupid: InvitedGroup;
  onGroup: (groupid: InvitedGroup) => void;
}

export function RoleField({ groupid, onGroup }: RoleFieldProps) {
  const { t } = useText();
  return (
    <ChoiceField
      label={t('adminUser.role')}
      value={groupid === AUDITOR_GROUP ? 'auditor' : 'user'}
      onValue={(role) => onGroup(role === 'auditor' ? AUDITOR_GROUP : USER_GROUP)}
      options={[
        { value: 'user', label: t('adminUser.ordinary') },
        { value: 'auditor', label: t('adminUser.auditor') },
      ]}
    />
  );
}

const DAYS = [1, 7, 14, 30];

export function DaysField({ days, onDays }: { days: number; onDays: (days: number) => void }) {
  const { t } = useText();
  return (
    <Field label={t('adminInvite.validFor')}>
      <SelectInput
        value={days}
        onValue={onDays}
        options={DAYS.map((value) => ({ value, name: t('adminInvite.days', { days: value }) }))}
      />
    </Field>
  );
}
