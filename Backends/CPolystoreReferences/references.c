#include "CPolystoreReferences.h"
