export { currency, instant, label, minorUnits } from '../wallet/columns';
